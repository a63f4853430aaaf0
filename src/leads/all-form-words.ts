import { contactFormWords } from './contact-form-words.ts';
import type { FormWords } from './form-words.ts';
import { leadFormWords } from './lead-form-words.ts';
import type { FormId } from './lead-wire.ts';
import { marketReportWords } from './market-report-words.ts';
import { quickLeadFormWords } from './quick-lead-form-words.ts';

/** What each form says. For the server: in the browser each form brings only its own words. */
export const allFormWords: Readonly<Record<FormId, FormWords>> = {
  'lead-form': leadFormWords,
  'quick-lead-form': quickLeadFormWords,
  'market-report-form': marketReportWords,
  'contact-form': contactFormWords,
};
