/** The card that is shown to a player: what is on it. */
export interface Card {
  /** whom it is for; empty: nobody in particular */
  to: string;
  text: string;
  roles: string[];
  seats: string[];
}

class Shown {
  now = $state.raw<Card | null>(null);
}

/** One card at a time lies over everything else. */
export const shown = new Shown();
