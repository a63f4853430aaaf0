import { writeFileSync } from 'node:fs';
import { describeProjectSections, sectionsFileText } from './describe-sections.ts';
import { sectionsFile } from './folders.ts';

/** Generates the plugin's `sections.json`, which lists the fields that wp-admin shows. */
writeFileSync(sectionsFile, sectionsFileText(await describeProjectSections()));
