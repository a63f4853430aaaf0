import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describeProjectSections, sectionsFileText } from './describe-sections.ts';
import { pluginFolder, sectionsFile, translationTemplateFile } from './folders.ts';
import { translationTemplate } from './translation-template.ts';

/**
 * Writes the generated files of the plugin: `sections.json` with the fields of the blocks, and the translation
 * template.
 */
export async function writeGeneratedFiles(): Promise<void> {
  writeFileSync(sectionsFile, sectionsFileText(await describeProjectSections()));
  mkdirSync(dirname(translationTemplateFile), { recursive: true });
  writeFileSync(translationTemplateFile, translationTemplate(pluginFolder));
}
