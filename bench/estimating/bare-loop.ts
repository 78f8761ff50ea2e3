import type { EstimateDocument } from '../../src/estimating/estimate-document.ts'

/** The numbers of an estimate and nothing else: coefficients in millionths, prices in cents, quantities in thousandths. */
interface Packed {
  coefficients: Float64Array
  prices: Float64Array
  /** Where the resources of a line begin, with one end more than there are lines. */
  starts: Int32Array
  quantities: Float64Array
}

export function packEstimate({ nodes }: EstimateDocument): Packed {
  const lines = nodes.filter((node) => node.kind === 'line')
  const resources = lines.flatMap((line) => line.resources)
  const starts = [0]
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.resources.length)
  const whole = (text: string | null): number => Number((text ?? '0').replace('.', ''))
  return {
    coefficients: Float64Array.from(resources, ({ qtyPerUnit }) => whole(qtyPerUnit)),
    prices: Float64Array.from(resources, ({ price }) => whole(price)),
    starts: Int32Array.from(starts),
    quantities: Float64Array.from(lines, ({ quantity }) => whole(quantity)),
  }
}

/** What the processor needs for the sum of the lines, as GAEB rounds: positive numbers of known digits, no texts, no tree. */
export function bareLoop({ coefficients, prices, starts, quantities }: Packed): string {
  let total = 0
  for (let line = 0; line < quantities.length; line++) {
    let sum = 0
    for (let at = starts[line] ?? 0; at < (starts[line + 1] ?? 0); at++)
      sum += (coefficients[at] ?? 0) * (prices[at] ?? 0)
    const rate = Math.floor((sum + 500_000) / 1_000_000)
    total += Math.floor((rate * (quantities[line] ?? 0) + 500) / 1000)
  }
  return `${Math.floor(total / 100)}.${String(total % 100).padStart(2, '0')}`
}
