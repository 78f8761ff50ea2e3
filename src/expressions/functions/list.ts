import { decimal } from '#base/decimal.ts'
import { isJsonObject } from '#base/json.ts'
import { ExpressionError } from '../expression-error.ts'
import { isForbiddenKey } from '../forbidden-keys.ts'
import { describe, needList, needText, Num, toPlain } from '../values.ts'
import type { ExpressionFunction } from './expression-function.ts'

// A table holds plain values; whatever else a scope may hold does not get out here.
const scalars: ReadonlySet<string> = new Set(['string', 'number', 'boolean'])

/** Lists. Nothing counts as the empty list. */
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
  /** What a table has under a key: `lookup({"DF": 52, "NF": 71}, format)`. */
  lookup: {
    takes: [2, 2],
    call([table, key], { at }) {
      if (table === null || table === undefined) return null
      if (!isJsonObject(table) || table instanceof Num)
        throw new ExpressionError('expression_type', `${describe(table)} is no table.`, at)
      const name = needText(key, at)
      const found = !isForbiddenKey(name) && Object.hasOwn(table, name) ? table[name] : null
      return found instanceof Num || scalars.has(typeof found) ? found : null
    },
  },
  /** The first value that is not nothing. */
  coalesce: {
    takes: [1, 20],
    call: (args) => toPlain(args.find((value) => value !== null && value !== undefined)),
  },
} satisfies Record<string, ExpressionFunction>
