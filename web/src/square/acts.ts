/** The one menu of public acts, alike for everybody: what of it is open now, in the order of the ruleset. */
import type { Room } from '../game/room.svelte';
import type { Tiding } from '../game/told.svelte';
import { rulesets } from '../home/rulesets.svelte';
import type { OpenDecision } from '../wire/types';

export function menuOf(room: Room): string[] {
  return rulesets.find(room.ruleset)?.menu ?? [];
}

export function inMenu(room: Room, decision: OpenDecision): boolean {
  return decision.offer && decision.skill !== null && menuOf(room).includes(decision.skill);
}

export function acts(room: Room): OpenDecision[] {
  const menu = menuOf(room);
  const open = room.decisions.filter((one) => inMenu(room, one));
  return open.sort((a, b) => menu.indexOf(a.skill!) - menu.indexOf(b.skill!));
}

/** What may lie on the panel: where everybody has the acts of anybody, an answer to one of them shows to nobody else. */
export function tidings(room: Room): Tiding[] {
  return menuOf(room).length ? room.tidings.filter((one) => !one.byDay) : room.tidings;
}

/** The vote round which a hand passes now, if it is mine. */
export function handVote(room: Room): OpenDecision | null {
  const hand = room.square.hand;
  if (!hand || room.seat === null || !hand.order.includes(room.seat)) return null;
  return room.decisions.find((one) => one.kind === 'vote' && one.pick.kind === 'flag') ?? null;
}
