/** Who comes while a game runs: where a person moderates it, and its table may grow, he may ask to be let in. */
import type { Room } from '../game/room.svelte';
import { rulesets } from '../home/rulesets.svelte';
import { hasWord, moderatorName, say, t, word } from '../text/say.svelte';

/** Only where the moderator's page is a circle is there room for one more. */
export function takesLatecomers(room: Room): boolean {
  const moderated = room.phase === 'playing' && (room.state?.moderators.length ?? 0) > 0;
  return moderated && rulesets.find(room.ruleset)?.layout === 'circle';
}

/** What he asks to be, in the game's own word (a Traveller), where it has one. */
export function comeIn(room: Room): string {
  const own = `ruleset.${room.ruleset}.asks`;
  if (hasWord(room.ruleset, own)) return say(room.ruleset, own);
  return t('ui.queue.now', { name: moderatorName() ?? word(null, 'ui.who', 'moderator') });
}
