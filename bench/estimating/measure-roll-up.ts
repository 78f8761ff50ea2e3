// `npm run bench:estimating`: the sums of an estimate of 10,000 lines with 60,000 resources, beside the same sums over
// numbers that were read before, in typed arrays and a bare loop. LINES and ROUNDS change how much and how often.
import { cpus, loadavg } from 'node:os'
import { compareEstimates } from '../../src/estimating/compare-estimates.ts'
import { contentHash } from '../../src/estimating/content-hash.ts'
import type { EstimateDocument, EstimateLine } from '../../src/estimating/estimate-document.ts'
import { EstimateRollUp } from '../../src/estimating/estimate-roll-up.ts'
import { rollUpEstimate } from '../../src/estimating/roll-up-estimate.ts'
import { summarise } from '../../src/estimating/summarise.ts'
import { inCostGroups, totalByGroup } from '../../src/estimating/total-by-group.ts'
import { totalByType } from '../../src/estimating/total-by-type.ts'
import { bareLoop, packEstimate } from './bare-loop.ts'
import { largeEstimate } from './large-estimate.ts'

const lines = Number(process.env['LINES'] ?? 10_000)
const rounds = Number(process.env['ROUNDS'] ?? 25)

const document = largeEstimate(lines)
const ids = document.nodes.flatMap(({ id, kind }) => (kind === 'line' ? [id] : []))
const packed = packEstimate(document)
if (rollUpEstimate(document).direct !== bareLoop(packed))
  throw new Error('The bare loop comes to another sum.')

console.log(
  `${lines} lines, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`,
)
const limit = measure('limit: the same sums in a bare loop', () => bareLoop(packed))
const full = measure('full roll-up (goal 50 ms)', () => rollUpEstimate(document))
measure('… and every line written as texts', () => {
  const totals = rollUpEstimate(document)
  return ids.map(totals.line)
})
measureParts(document)
measure('compare two versions (goal 300 ms)', compareWith(reworked(document)))
measureParts(spread(document), ' (markups spread into the rates)')
const hashed = performance.now()
await contentHash(document)
console.log(`${'content hash, once'.padEnd(64)} ${(performance.now() - hashed).toFixed(1)} ms`)
console.log(`the full roll-up is ${(full / limit).toFixed(0)} times the limit`)

/** In a function of its own, so that what it holds does not burden the collector in the next one. */
function measureParts(of: EstimateDocument, how = ''): void {
  const rolled = new EstimateRollUp(of)
  measure(`one line again, and the end of the estimate${how}`, () => {
    rolled.recalculateLine(someLine(of))
    return summarise(rolled)
  })
  measure(`by type, with every resource${how}`, () => totalByType(rolled))
  measure(`by cost group${how}`, () => totalByGroup(rolled, inCostGroups('DIN276'), 'net'))
}

function compareWith(next: EstimateDocument): () => unknown {
  return () => compareEstimates(document, next)
}

function measure(name: string, work: () => unknown): number {
  const times = Array.from({ length: rounds }, () => {
    const started = performance.now()
    work()
    return performance.now() - started
  }).sort((a, b) => a - b)
  const at = (share: number): number => times[Math.floor(share * (times.length - 1))] ?? 0
  console.log(
    `${name.padEnd(64)} median ${at(0.5).toFixed(3)} ms, best ${at(0).toFixed(3)}, 95 % ${at(0.95).toFixed(3)}`,
  )
  return at(0.5)
}

function someLine({ nodes: all }: EstimateDocument): EstimateLine {
  for (;;) {
    const node = all[Math.floor(Math.random() * all.length)]
    if (node?.kind === 'line') return { ...node, quantity: (Math.random() * 100).toFixed(3) }
  }
}

function spread(of: EstimateDocument): EstimateDocument {
  return { ...of, markups: of.markups.map((markup) => ({ ...markup, spread: 'into_rates' })) }
}

/** Every tenth line with another quantity, every hundredth gone. */
function reworked(of: EstimateDocument): EstimateDocument {
  const nodes = of.nodes
    .filter(({ kind }, at) => kind === 'section' || at % 100 !== 99)
    .map((node, at) => (node.kind === 'line' && at % 10 === 0 ? { ...node, quantity: `${at % 77}.5` } : node))
  return { ...of, nodes }
}
