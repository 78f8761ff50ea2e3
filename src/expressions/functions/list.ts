import { decimal } from '#base/decimal.ts'
import { canonicalJson, isJsonObject } from '#base/json.ts'
import { ExpressionError } from '../expression-error.ts'
import { compareValues } from '../compare.ts'
import { describe, needList, Num, toPlain } from '../values.ts'
import type { ExpressionFunction } from './expression-function.ts'

/** Lists. Nothing counts as the empty list; `sort` puts nothing last. */
export const listFunctions = {
  size: {
    takes: [1, 1],
    call([value], { at }) {
      if (value === null || value === undefined) return new Num(decimal(0), false)
      if (typeof value === 'string') return new Num(decimal([...value].length), false)
      if (Array.isArray(value)) return new Num(decimal(value.length), false)
      if (isJsonObject(value) && !(value instanceof Num))
        return new Num(decimal(Object.keys(value).length), false)
      throw new ExpressionError('expression_type', `The size of ${describe(value)} cannot be counted.`, at)
    },
  },
  first: { takes: [1, 1], call: ([list], { at }) => needList(list, at)[0] ?? null },
  last: { takes: [1, 1], call: ([list], { at }) => needList(list, at).at(-1) ?? null },
  sort: {
    takes: [1, 1],
    call([list], { at, spend }) {
      const items = needList(list, at)
      spend(items.length * 4)
      const present = items.filter((item) => item !== null && item !== undefined)
      const sorted = present.sort((a, b) => compareValues(a, b, false, at) ?? 0)
      return [...sorted, ...items.slice(present.length).fill(null)]
    },
  },
  unique: {
    takes: [1, 1],
    call([list], { at, spend }) {
      const items = needList(list, at)
      spend(items.length * 4)
      const seen = new Map(items.map((item) => [canonicalJson(item ?? null), item ?? null]))
      return [...seen.values()]
    },
  },
  /** The first value that is not nothing. */
  coalesce: {
    takes: [1, 20],
    call: (args) => toPlain(args.find((value) => value !== null && value !== undefined)),
  },
} satisfies Record<string, ExpressionFunction>
