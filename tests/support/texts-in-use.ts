import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepareProps } from '#engine/bindings/prepare-props.ts'
import { componentDefinitions, describeComponent } from '#components/definitions.ts'
import type { Operator } from '#contracts/field-types.ts'
import { errorTexts } from '#contracts/error-texts.ts'
import { choiceWords } from '#components/filter-bar/condition.ts'
import { wordSample } from '#editor/changes/word-sample.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import { operatorWords } from '#contracts/operator-words.ts'
import { clientTexts } from '#contracts/errors.ts'
import type { ExpressionTree } from '#contracts/expression.ts'
import { isExpression } from '#contracts/is-expression.ts'
import { layoutSchema, type LayoutNode } from '#contracts/layout.ts'
import { parseExpression } from '#expressions/parse.ts'
import { partsOf } from '#expressions/walk-tree.ts'
import { allFeatures } from '#features/all-features.ts'
import { routeWriteSchema } from '#contracts/route.ts'

const operators = Object.keys(operatorWords) as Operator[]
const askedFields: Pick<FieldDescription, 'type' | 'currencies'>[] = [
  { type: 'text' },
  { type: 'date' },
  { type: 'money', currencies: ['EUR'] },
]
const source = join(import.meta.dirname, '../../src')
const browserRooms = ['ui', 'engine', 'components', 'editor', 'web']
const call = /\bt\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g
// Texts that stand in a list and are translated where they are drawn.
const listed =
  /\b(?:title|text|label|name|item|type|detail|message)(?:: | = |=)(['"])((?:\\.|(?!\1)[^\\])*)\1/g
const listingFiles = /\/web\/(?:landing|shell|session|auth|pages)\//

/** Every English text the browser side may show, and the file it stands in: calls of `t`, stock screens, the error catalogue, components. */
export function textsInUse(): Map<string, string> {
  const texts = new Map<string, string>()
  const add = (text: string, where: string): void => {
    if (isWords(text)) texts.set(text, texts.get(text) ?? where)
  }
  for (const room of browserRooms) {
    for (const file of sourceFiles(join(source, room))) {
      const code = readFileSync(file, 'utf8')
      const where = file.slice(source.length + 1)
      for (const [, , text = ''] of code.matchAll(call)) add(unescape(text), where)
      if (!listingFiles.test(file)) continue
      for (const [, , text = ''] of code.matchAll(listed))
        if (/^[A-Z0-9]/.test(text)) add(unescape(text), where)
      if (
        /explain-auth-error|workspace-address|invite|change-screens|one-pager|sheet-lines|shortcuts-dialog|use-auth|sign-in|check-email|create-account|forgot|reset/.test(
          file,
        )
      ) {
        for (const [, , text = ''] of code.matchAll(/(['"])([A-Z](?:\\.|(?!\1)[^\\])*[a-z.!?)])\1/g)) {
          if (text.includes(' ') || /shortcuts|sheet-lines|change-screens/.test(file))
            add(unescape(text), where)
        }
      }
    }
  }
  // What a condition asks stands in lists, by operator and by kind of field.
  for (const choice of [...operators, 'filled'] as const)
    for (const field of askedFields) add(choiceWords(choice, field), 'components/filter-bar/condition.ts')
  for (const text of Object.values(clientTexts)) add(text, 'contracts/errors.ts')
  for (const text of Object.values(errorTexts)) if (text.includes(' ')) add(text, 'contracts/error-texts.ts')
  const described = Object.fromEntries(
    componentDefinitions.map((definition) => [definition.type, describeComponent(definition)]),
  )
  for (const definition of componentDefinitions) {
    add(definition.title, `component ${definition.type}`)
    add(definition.description, `component ${definition.type}`)
    wordSample({ component: definition.type, ...definition.sample }, described, (text) => {
      add(text, `sample of ${definition.type}`)
      return text
    })
  }
  addStockScreens(add)
  return texts
}

function addStockScreens(add: (text: string, where: string) => void): void {
  const schemas = new Map<string, Record<string, unknown>>(
    componentDefinitions.map((definition) => [definition.type, describeComponent(definition).props]),
  )
  for (const { key, layouts, routes } of allFeatures) {
    for (const route of routes) add(routeWriteSchema.parse(route).title, `features/${key}/routes.json`)
    for (const layout of layouts) {
      const { key: name, title, nodes } = layoutSchema.parse(layout)
      const where = `features/${key}/layouts/${name}.json`
      if (typeof title === 'string') add(title, where)
      for (const text of wordsInExpressions(layout).translated) add(text, where)
      for (const node of Object.values(nodes))
        addNode(node, schemas.get(node.component) ?? null, (text) => add(text, where))
    }
  }
}

function addNode(
  node: LayoutNode,
  schema: Record<string, unknown> | null,
  add: (text: string) => void,
): void {
  const translate = (text: string): string => {
    add(text)
    return text
  }
  prepareProps(node.props, schema, { evaluate: () => undefined, translate })
  for (const step of Object.values(node.on ?? {}).flat()) {
    for (const key of ['title', 'text', 'confirm'] as const) {
      const value: unknown = key in step ? step[key as keyof typeof step] : undefined
      if (typeof value === 'string') add(value)
    }
  }
}

/** The words that the expressions of a layout say: those translated by `t('…')`, and those that nothing translates. */
export function wordsInExpressions(layout: unknown): { translated: string[]; bare: string[] } {
  const found = { translated: [] as string[], bare: [] as string[] }
  for (const text of expressionsOf(layout)) collectWords(parseExpression(text), found)
  return found
}

function expressionsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return isExpression(value) ? [value['=']] : Object.values(value).flatMap(expressionsOf)
}

function collectWords(tree: ExpressionTree, found: { translated: string[]; bare: string[] }): void {
  if (tree.op === 'call' && tree.fn === 't' && tree.args[0]?.op === 'value') {
    found.translated.push(String(tree.args[0].value))
    return
  }
  // A name beside `==` or in a list to look in is compared, not read.
  if (tree.op === 'binary' && tree.sign !== '+') return
  if (tree.op === 'value' && typeof tree.value === 'string' && /\p{Lu}\p{Ll}|\p{L} \p{L}/u.test(tree.value))
    found.bare.push(tree.value)
  for (const part of partsOf(tree)) collectWords(part, found)
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'sample' ? [] : sourceFiles(path)
    return /\.tsx?$/.test(entry.name) && !/\.test\.|\.definition\./.test(entry.name) ? [path] : []
  })
}

const unescape = (text: string): string => text.replaceAll(/\\(['"`\\])/g, '$1')

// A place for a value alone, a sign, a number: nothing to translate.
// What stands in the same lists and is not for reading: calls, the sign-in service's own words, keys of the keyboard.
const codes = /^(?:(?:GET|POST|PUT|PATCH|DELETE) \/|Auth session |(?:Esc|Enter|Home|End)$)/

const isWords = (text: string): boolean =>
  /\p{L}{2}/u.test(text.replaceAll(/\{\{\w+\}\}/g, '')) && !text.includes('${') && !codes.test(text)
