import type { ComputedField, RollupFunction } from '#contracts/computed-field.ts'
import { fieldOfCurrency, typeInWords, type ValueType } from '#expressions/formulas/value-type.ts'
import type { ModelInfo } from '../models/workspace.ts'
import { checkExpression, converts, inPart, PartError } from './check-expression.ts'
import type { CheckedExpression, Computed, ComputedInput, Step } from './computed.ts'
import type { Definitions } from './find-field.ts'

/** The parts of a roll-up: its step, what is taken of each record, which of them count. Throws `PartError`. */
export function compileRollup(
  definitions: Definitions,
  model: ModelInfo,
  { rollup, currency }: ComputedField,
): { type: ValueType; rollup: NonNullable<Computed['rollup']>; reads: ComputedInput[] } {
  if (!rollup) throw new PartError('rollup', 'required', 'Say what is rolled up.')
  const { fn } = rollup
  const step = stepOf(definitions, model, rollup.of)
  const target = definitions.model(step.to)
  if (!target) throw new PartError('rollup.of', 'unknown_model', 'There is no such model.')
  const relation: ComputedInput =
    step.kind === 'inverse'
      ? { name: step.field, steps: [step], key: step.field, kind: 'text' }
      : { name: step.field, steps: [], key: step.field, kind: 'list' }
  const reads = [relation]
  const expression = (part: 'value' | 'where'): { checked: CheckedExpression; type: ValueType } | null => {
    const text = rollup[part]
    if (text === undefined) return null
    const found = inPart(`rollup.${part}`, () => checkExpression(definitions, target, text))
    for (const input of found.reads) {
      const steps = [step, ...input.steps]
      if (steps.length > 3) throw new PartError(`rollup.${part}`, 'steps', 'This crosses too many links.')
      reads.push({ ...input, steps })
    }
    return { checked: found.expression, type: found.type }
  }
  const value = expression('value')
  const where = expression('where')
  if (where && where.type.kind !== 'boolean')
    throw new PartError(
      'rollup.where',
      'type',
      `This needs yes or no, but gives ${typeInWords(where.type)}.`,
      0,
    )
  if (fn !== 'count' && !value)
    throw new PartError('rollup.value', 'required', `Say of which field of ${target.label}.`)
  if (fn === 'count' && value)
    throw new PartError('rollup.value', 'type', 'Records are counted without a value; use the filter.', 0)
  const type = value ? resultType(fn, inOneCurrency(value, fn, currency)) : counted
  return { type, rollup: { step, fn, value: value?.checked ?? null, where: where?.checked ?? null }, reads }
}

const counted: ValueType = { kind: 'number', whole: true }

/** The type of what is rolled up, in one currency: amounts whose records name theirs must be converted to the result's. */
function inOneCurrency(
  { checked, type }: { checked: CheckedExpression; type: ValueType },
  fn: RollupFunction,
  currency: string | undefined,
): ValueType {
  if (fn === 'list' || fieldOfCurrency(type.currency) === null) return type
  if (currency !== undefined && converts(checked.tree)) return { ...type, currency }
  throw new PartError(
    'rollup.value',
    'currency',
    'These amounts may be in several currencies. Multiply each by its exchange rate and name the currency of the result.',
    0,
  )
}

function stepOf(definitions: Definitions, model: ModelInfo, of: string): Step {
  const [first = '', second] = of.split('.')
  if (second === undefined) {
    const field = definitions.field(model, first)
    const target = field?.target ? definitions.model(field.target) : undefined
    if (field?.type !== 'relation' || field.kind !== 'list' || target?.kind !== 'objects' || field.computed)
      throw new PartError(
        'rollup.of',
        'unknown_field',
        `“${first}” is not a list of links to records of ${model.label}.`,
      )
    return { kind: 'many', field: first, from: model.key, to: target.key }
  }
  const other = definitions.model(first)
  const field = other?.kind === 'objects' ? definitions.field(other, second) : undefined
  if (!other || field?.type !== 'relation' || field.target !== model.key || field.computed)
    throw new PartError(
      'rollup.of',
      'unknown_field',
      `There are no records “${of}” that point to ${model.label}.`,
    )
  return {
    kind: 'inverse',
    field: second,
    from: model.key,
    to: other.key,
    ...(field.kind === 'list' ? { list: true } : {}),
  }
}

function resultType(fn: 'sum' | 'min' | 'max' | 'avg' | 'list' | 'count', value: ValueType): ValueType {
  const { kind, whole: _whole, ...unit } = value
  if (fn === 'list') {
    if (kind === 'list') throw new PartError('rollup.value', 'type', 'Lists of lists cannot be kept.', 0)
    return { kind: 'list' }
  }
  const ordered = fn === 'min' || fn === 'max'
  if (kind === 'number') return fn === 'avg' ? { kind, ...unit } : value
  if (ordered && (kind === 'date' || kind === 'datetime')) return { kind }
  throw new PartError(
    'rollup.value',
    'type',
    `${ordered ? 'The least and greatest are of numbers and dates' : 'This needs a number'}, but got ${typeInWords(value)}.`,
    0,
  )
}
