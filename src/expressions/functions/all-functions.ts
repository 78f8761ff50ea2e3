import { dateFunctions } from './date.ts'
import type { ExpressionFunction } from './expression-function.ts'
import { listFunctions } from './list.ts'
import { mathFunctions } from './math.ts'
import { textFunctions } from './text.ts'

/** Every function of the language by name. A Map, so that `constructor` is no function. */
export const allFunctions: ReadonlyMap<string, ExpressionFunction> = new Map<string, ExpressionFunction>(
  Object.entries({ ...mathFunctions, ...textFunctions, ...dateFunctions, ...listFunctions }),
)
