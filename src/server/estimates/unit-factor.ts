import { invalid } from '#base/app-error.ts'
import { one, over, type Fraction } from '#base/fraction.ts'
import { measureOf, unitsFit } from '#estimating/measure.ts'

/**
 * How many of what is priced one unit of a line is: a line in t by an item in kg takes 1000. A unit nobody knows is taken as
 * it is. 422 where the two measure different things.
 */
export function unitFactor(line: string, priced: string, name: string): Fraction {
  const fit = line === priced ? 'unknown' : unitsFit(line, priced)
  if (fit === 'unknown') return one
  const [wanted, given] = [measureOf(line), measureOf(priced)]
  if (fit === 'fits' && wanted && given) return over(wanted.si, given.si)
  throw invalid([
    {
      path: 'unit',
      code: 'unit',
      message: `The line is in ${line}, but “${name}” is priced in ${priced}.`,
    },
  ])
}
