import { dateFunctions } from './date.ts'
import type { ExpressionFunction } from './expression-function.ts'
import { listFunctions } from './list.ts'
import { mathFunctions } from './math.ts'
import { textFunctions } from './text.ts'

/** The functions that every browser has at once, by name. A Map, so that `constructor` is no function. */
export const coreFunctions: ReadonlyMap<string, ExpressionFunction> = new Map<string, ExpressionFunction>(
  Object.entries({ ...mathFunctions, ...textFunctions, ...dateFunctions, ...listFunctions }),
)
