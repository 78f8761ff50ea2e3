import type { Field } from '#contracts/field.ts'
import { optionParts } from '#contracts/option-parts.ts'
import { reachableOptions } from '#contracts/reachable-options.ts'
import { choiceType } from './choice-type.ts'
import { wrong, type FieldTypePart, type Problem } from './field-type-part.ts'

const labelOf = (field: Field, value: unknown): string =>
  (field.options ?? []).map(optionParts).find((option) => option.value === value)?.label ?? String(value)

/**
 * A choice that remembers where it comes from. Who may change the field still follows only the drawn ways, whatever
 * writes: form, cell, import, API. A value that is no option any more may go anywhere, so that nothing is stuck.
 */
export const statusType: FieldTypePart = {
  ...choiceType,
  move(before, after, field) {
    const open = reachableOptions(field, typeof before === 'string' ? before : null)
    if (open === null || before === after || (typeof after === 'string' && open.includes(after))) return null
    if (after === null)
      return before === null ? null : wrong('transition', 'A status cannot be emptied once it is set.')
    const names = { names: open.map((value) => labelOf(field, value)) }
    const to = { names: [labelOf(field, after)] }
    if (before === null)
      return wrong('transition', 'A record begins with “{{names}}”, not with “{{to}}”.', { names, to })
    const from = { names: [labelOf(field, before)] }
    return open.length === 0
      ? wrong('transition', '“{{from}}” is final.', { from })
      : wrong('transition', 'From “{{from}}” the way leads to “{{names}}”, not to “{{to}}”.', {
          from,
          names,
          to,
        })
  },
  check(field) {
    const known = new Set((field.options ?? []).map((option) => optionParts(option).value))
    const problems: (Problem & { part: keyof Field })[] = []
    const unknown = (values: readonly string[]) => values.find((value) => !known.has(value))
    const way = Object.entries(field.transitions ?? {})
      .flatMap(([from, to]) => [from, ...to])
      .find((value) => !known.has(value))
    if (way !== undefined)
      problems.push({
        part: 'transitions',
        ...wrong('option', '“{{value}}” is none of the options.', { value: way }),
      })
    const start = unknown(field.starts ?? [])
    if (start !== undefined)
      problems.push({
        part: 'starts',
        ...wrong('option', '“{{value}}” is none of the options.', { value: start }),
      })
    if (field.starts?.length === 0)
      problems.push({ part: 'starts', ...wrong('required', 'Name at least one option to begin with.') })
    if (typeof field.default === 'string' && field.starts && !field.starts.includes(field.default))
      problems.push({ part: 'default', ...wrong('option', 'A record cannot begin with this.') })
    return problems
  },
}
