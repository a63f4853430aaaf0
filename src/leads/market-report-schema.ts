import { choiceText, emailText, requiredText, stepFields } from './field-schemas.ts';

/** The areas a market report can be about. */
export const reportAreas = ['west-des-moines', 'ankeny', 'beaverdale', 'all'] as const;

/** Step 2 of the market report. A phone number that step 1 asked for travels beside these. */
export const subscriptionDetails = stepFields({
  name: requiredText(2, 'Name must be at least 2 characters.'),
  email: emailText('Please enter a valid email address.'),
  areas: choiceText(reportAreas, 'Please select an area of interest.'),
});
