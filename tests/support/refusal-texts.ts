import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const source = join(import.meta.dirname, '../../src')

interface Said {
  text: string
  where: string
}

// Words of documents and generated screens, notes of a finished run, and what stops a process of the server.
const speaksOtherwise =
  /exchange\/(?:pdf\/|xlsx\/workbook-words|read-aside)|imports\/(?:generate-screens|screen-words)|commands\/estimate-import-prices|read-ifc\/reader-process/

/** The files that say why something is refused: contracts, types of fields, rules of records and of our models, commands, files. */
export function refusalSources(): string[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (path) =>
      path.endsWith('.ts') &&
      !path.includes('.test.') &&
      !speaksOtherwise.test(path) &&
      (path.startsWith('contracts/') ||
        /^kernel\/(?:models|field-types|permissions)\//.test(path) ||
        /^server\/(?:bim|catalogues|files|members|progress|shares|tokens|views|records|commands|imports|exports|transfers|exchange|undo|estimate-imports)\//.test(
          path,
        ) ||
        /^server\/.*-rule\.ts$/.test(path)),
  )
}

/**
 * The sentences in those files: whole ones, and those made by a template with a value in it, which nobody could translate.
 * Errors in definitions name the field they are about in front, and are not among the templates.
 */
export function wordsOfRefusals(): { sentences: Said[]; templates: Said[] } {
  const sentences: Said[] = []
  const templates: Said[] = []
  for (const where of refusalSources()) {
    const code = readFileSync(join(source, where), 'utf8')
      .replaceAll(/\/\*.*?\*\//gs, '')
      .replaceAll(/^\s*\/\/.*$/gm, '')
    for (const [, , text = ''] of code.matchAll(/(['"])((?:\\.|(?!\1)[^\\\n])*)\1/g))
      if (/^(?:[A-Z“]|\{\{).* .*[.!?…]$/u.test(text)) sentences.push({ text, where })
    if (ofDefinitions.test(where)) continue
    for (const [, text = ''] of code.matchAll(/`([^`]*)`/g))
      if (text.includes('${') && /^(?:[A-Z“]|\$\{).* .*[.!?]$/u.test(text)) templates.push({ text, where })
  }
  return { sentences, templates }
}

const ofDefinitions = /models\/(?:check-fields|numbering)\.ts$/
