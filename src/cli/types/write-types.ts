import { readFileSync } from 'node:fs'
import type { FieldDescription, ModelDescription } from '#contracts/model-description.ts'
import { filterType, valueType } from './field-types.ts'

/** What the server always fills in. */
const alwaysThere = new Set(['id', 'token', 'model_id', 'revision', 'created_at', 'updated_at'])

const client = `/** Calls the API of this workspace. */
export const createClient = (options: ClientOptions): FormworkClient<Models> => new FormworkClient<Models>(options)`

/**
 * The text of a TypeScript file for these models: an interface a model for reading and one for writing, what may be asked
 * of it, and (unless `typesOnly`, for a `.d.ts`) a client that calls the API.
 */
export function writeTypes(models: readonly ModelDescription[], from: string, typesOnly = false): string {
  const names = namesOf(models)
  return [
    `// Written by \`formwork types\` from ${comment(from)}. Run it again when the models change; do not edit.`,
    textOf('./values.ts'),
    ...(typesOnly ? [] : [textOf('./client.ts')]),
    ...models.map((model) => modelTypes(model, names)),
    allModels(models, names),
    ...(typesOnly ? [] : [client]),
    '',
  ].join('\n\n')
}

// Without the comment for us and what it imports: all of it stands in one file.
const textOf = (file: string): string =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .replace(/^\/\/.*\n+/, '')
    .replace(/^import .*\n+/, '')
    .trimEnd()

function namesOf(models: readonly ModelDescription[]): ReadonlyMap<string, string> {
  const taken = new Set(['Models'])
  return new Map(
    models.map(({ key }) => {
      const plain = key
        .split('_')
        .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
        .join('')
      let name = plain
      for (let again = 2; taken.has(name); again++) name = `${plain}${again}`
      taken.add(name)
      return [key, name]
    }),
  )
}

function modelTypes(model: ModelDescription, names: ReadonlyMap<string, string>): string {
  const name = names.get(model.key) ?? model.key
  const written = model.fields.filter((field) => !field.read_only && !field.system)
  const filtered = model.fields.filter(({ operators }) => operators.length > 0)
  const related = model.fields.filter(({ target }) => target !== undefined && names.has(target))
  const sorted = model.fields.filter(({ sortable }) => sortable).map(({ key }) => JSON.stringify(key))
  const block = (lines: readonly string[]): string =>
    lines.length === 0 ? '{}' : `{\n${lines.map((line) => `  ${line}`).join('\n')}\n}`
  return [
    `/** ${comment(model.label)}: as it is read. */
export interface ${name}Row ${block(model.fields.flatMap((field) => [...note(field), `${field.key}: ${valueType(field)}${isAlways(field) ? '' : ' | null'}`]))}`,
    `/** ${comment(model.label)}: as it is written. */
export interface ${name}Write ${block(written.flatMap((field) => [...note(field), writtenField(field)]))}`,
    `export interface ${name}Model ${block([
      `row: ${name}Row`,
      `write: ${name}Write`,
      `filter: {${filtered.map((field) => ` ${field.key}: { value: ${filterType(field)}; ops: ${field.operators.map((op) => JSON.stringify(op)).join(' | ')} }`).join(';')} }`,
      `sort: ${sorted.join(' | ') || 'never'}`,
      `relations: {${related.map((field) => ` ${field.key}: { to: ${JSON.stringify(field.target)}; many: ${field.many === true} }`).join(';')} }`,
    ])}`,
  ].join('\n\n')
}

const allModels = (models: readonly ModelDescription[], names: ReadonlyMap<string, string>): string =>
  `/** Every model of the workspace that the token may read, by its key. */
export interface Models {
${models.map(({ key }) => `  ${key}: ${names.get(key)}Model`).join('\n')}
}`

const isAlways = ({ key, system }: FieldDescription): boolean => system === true && alwaysThere.has(key)

const writtenField = (field: FieldDescription): string =>
  field.required ? `${field.key}: ${valueType(field)}` : `${field.key}?: ${valueType(field)} | null`

function note({ label, description, unit, currency }: FieldDescription): string[] {
  const measure = unit ?? currency
  const text = [label, measure && `in ${measure}`, description].filter(Boolean).join(', ')
  return [`/** ${comment(text)} */`]
}

const comment = (text: string): string => text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')
