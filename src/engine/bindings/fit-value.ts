import { isDecimalText } from '#base/decimal.ts'
import type { SchemaPlace } from './prop-schema.ts'

type Fit = { value: unknown } | { problem: string }

const named: Record<string, string> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'yes or no',
  array: 'a list',
  object: 'a record',
}

/**
 * Makes what a binding gave fit the prop it is for: nothing leaves the prop out where null is not allowed, a number
 * becomes text where text is wanted, a decimal text a number where a number is wanted. Otherwise says what is wrong.
 */
export function fitValue(value: unknown, place: SchemaPlace): Fit {
  const types = typesOf(place)
  if (value === null || value === undefined)
    return { value: types.has('null') || types.size === 0 ? null : undefined }
  if (types.size === 0 || accepts(types, value)) return inChoices(value, place)
  if (types.has('string') && typeof value === 'number') return inChoices(String(value), place)
  if (wantsNumber(types) && typeof value === 'string' && isDecimalText(value)) return { value: Number(value) }
  const wanted = [...types].flatMap((type) => named[type] ?? []).join(' or ')
  return { problem: `This gives ${named[typeName(value)] ?? 'nothing'}, but ${wanted} is needed here.` }
}

function typesOf({ branches }: SchemaPlace): Set<string> {
  const types = new Set<string>()
  for (const branch of branches) {
    const type = branch['type']
    for (const name of Array.isArray(type) ? type : [type]) if (typeof name === 'string') types.add(name)
    for (const choice of choicesIn(branch)) types.add(choice === null ? 'null' : typeName(choice))
    // A branch that says nothing of its type takes anything.
    if (isOpen(branch)) return new Set()
  }
  return types
}

function isOpen(branch: Readonly<Record<string, unknown>>): boolean {
  return !['type', 'anyOf', 'oneOf', 'allOf', '$ref', 'enum', 'const'].some((key) => key in branch)
}

function accepts(types: Set<string>, value: unknown): boolean {
  const type = typeName(value)
  if (type === 'number') return types.has('number') || (types.has('integer') && Number.isInteger(value))
  return types.has(type)
}

function wantsNumber(types: Set<string>): boolean {
  return types.has('number') || types.has('integer')
}

function inChoices(value: unknown, { branches }: SchemaPlace): Fit {
  if (typeof value !== 'string') return { value }
  const texts = branches.filter((branch) => branch['type'] === 'string' || choicesIn(branch).length > 0)
  const choices = texts.map(choicesIn)
  if (choices.length === 0 || choices.some((list) => list.length === 0) || choices.flat().includes(value))
    return { value }
  return { problem: `This gives “${value.slice(0, 40)}”, which is none of the choices.` }
}

function choicesIn(branch: Readonly<Record<string, unknown>>): unknown[] {
  if ('const' in branch) return [branch['const']]
  return Array.isArray(branch['enum']) ? branch['enum'] : []
}

function typeName(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  return typeof value
}
