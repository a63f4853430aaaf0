/** The stages of a lead until it is closed, in order. */
export const openStages = ['new', 'called', 'met'] as const;
export type OpenStage = (typeof openStages)[number];

/** All stages, in order. A closed lead is one with the status `resolved`. */
export const leadStages = [...openStages, 'closed'] as const;
export type LeadStage = (typeof leadStages)[number];

/** Labels of the stages. */
export const stageLabels: Readonly<Record<LeadStage, string>> = {
  new: 'New',
  called: 'Called',
  met: 'Met',
  closed: 'Closed',
};

/** Length limits of what an operator writes about a lead, in characters. */
export const MAX_NOTE_CHARACTERS = 4_000;
export const MAX_REMINDER_CHARACTERS = 200;

/** The maximum number of leads that are released at once. */
export const MAX_RELEASED_LEADS = 100;
