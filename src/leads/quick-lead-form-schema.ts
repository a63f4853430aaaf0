import { phoneOrEmail, stepFields } from './field-schemas.ts';

/** Step 1 of the short form and of the market report: one input for a phone number or an e-mail address. */
export const contactStep = stepFields({ contact: phoneOrEmail });
