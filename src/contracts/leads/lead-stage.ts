/** The stages of a lead until it is closed, in order. */
export const openLeadStages = ['new', 'called', 'met'] as const;
export type OpenLeadStage = (typeof openLeadStages)[number];

/** All stages, in order. A closed lead is one with the status `resolved`. */
export const leadStages = [...openLeadStages, 'closed'] as const;
export type LeadStage = (typeof leadStages)[number];

export const leadStageLabels: Readonly<Record<LeadStage, string>> = {
  new: 'New',
  called: 'Called',
  met: 'Met',
  closed: 'Closed',
};

/** The maximum length of an operator's note about a lead. */
export const MAX_PRIVATE_NOTE_CHARACTERS = 4_000;
/** The maximum length of a reminder's text. */
export const MAX_REMINDER_CHARACTERS = 200;

/** The maximum number of held-back leads that one request can release. */
export const MAX_RELEASED_LEADS = 100;
