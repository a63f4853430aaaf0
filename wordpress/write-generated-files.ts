import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describeProjectSections, sectionsFileText } from './describe-sections.ts';
import { pluginFolder, sectionsFilePath, translationTemplatePath } from './folders.ts';
import { translationTemplate } from './translation-template.ts';

/**
 * Writes the generated files of the plugin: `sections.json` with the fields of the blocks, and the translation
 * template.
 */
export async function writeGeneratedFiles(): Promise<void> {
  writeFileSync(sectionsFilePath, sectionsFileText(await describeProjectSections()));
  mkdirSync(dirname(translationTemplatePath), { recursive: true });
  writeFileSync(translationTemplatePath, translationTemplate(pluginFolder));
}
