import { must } from '#base/assert.ts'
import { resourceTypes } from './estimate-document.ts'
import type { RolledLine } from './roll-up-line.ts'

/**
 * What lines come to by type, exact however large. What is a safe integer is added as one: ten thousand lines would leave
 * as many large integers for each type to be collected.
 */
export class TypeSums {
  readonly #small = resourceTypes.map(() => 0)
  readonly #large = resourceTypes.map(() => 0n)

  /** Adds what a line comes to, or takes it away. */
  change(line: Pick<RolledLine, 'byType' | 'shortByType'>, sign: 1 | -1): void {
    if (line.shortByType) this.#changeSmall(line.shortByType, sign)
    else for (const [at, units] of line.byType.entries()) this.#addLarge(at, sign === 1 ? units : -units)
  }

  #changeSmall(byType: readonly number[], sign: 1 | -1): void {
    for (let at = 0; at < byType.length; at++) {
      const units = sign * must(byType[at])
      const sum = must(this.#small[at]) + units
      if (Number.isSafeInteger(sum)) this.#small[at] = sum
      else this.#addLarge(at, BigInt(units))
    }
  }

  #addLarge(at: number, units: bigint): void {
    this.#large[at] = must(this.#large[at]) + units
  }

  /** In the order of `resourceTypes`; in units of the lines' scale. */
  get units(): bigint[] {
    return this.#large.map((units, at) => units + BigInt(must(this.#small[at])))
  }
}
