import { coreFunctions } from './core-functions.ts'
import type { ExpressionFunction } from './expression-function.ts'
import { furtherFunctions } from './further-functions.ts'

/** Every function of the language by name. */
export const allFunctions: ReadonlyMap<string, ExpressionFunction> = new Map<string, ExpressionFunction>([
  ...coreFunctions,
  ...Object.entries(furtherFunctions),
])
