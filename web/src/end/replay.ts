/** A finished game, step by step: the fold of the stored notices, for any viewer. */
import { emptyView, foldShows } from '../game/fold';
import type { Replay, ReplayStep, View } from '../wire/types';

export function startOf(replay: Replay): View {
  const view = emptyView('moderator');
  const circle = Object.keys(replay.names);
  const seats = Object.fromEntries(circle.map((id) => [id, { name: replay.names[id]!, in: true }]));
  return { ...view, circle, seats };
}

export function shownTo(step: ReplayStep, viewer: string): boolean {
  return step.to === 'all' || viewer === 'moderator' || step.to.includes(viewer);
}

/** Steps that say something; the others (what is only drawn) go with the step before them. */
export function stations(replay: Replay, viewer: string): ReplayStep[] {
  return replay.steps.filter((step) => step.key !== '' && shownTo(step, viewer));
}

export function viewAt(replay: Replay, viewer: string, station: number): View {
  const stops = stations(replay, viewer);
  const next = stops[station + 1];
  const until = next ? replay.steps.indexOf(next) : replay.steps.length;
  return replay.steps
    .slice(0, until)
    .filter((step) => shownTo(step, viewer))
    .reduce((view, step) => foldShows(view, step.shows), startOf(replay));
}
