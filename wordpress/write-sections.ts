import { writeFileSync } from 'node:fs';
import { describeProjectSections, sectionsFileText } from './describe-sections.ts';
import { sectionsFile } from './folders.ts';

/** Writes the part of the plugin that the build generates: the fields that wp-admin shows. */
writeFileSync(sectionsFile, sectionsFileText(await describeProjectSections()));
