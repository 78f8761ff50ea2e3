// `npm run bench:sheet`: what a key press costs in the worker of an estimate of 10,000 lines: the message, that line and the
// sums, the answer, as texts. LINES and ROUNDS change how much and how often.
import { cpus, loadavg } from 'node:os'
import { EstimateWorksheet } from '#estimating/worksheet.ts'
import { worksheetForm } from '#estimating/worksheet-form.ts'
import { must } from '#base/assert.ts'
import { largeEstimate } from './large-estimate.ts'

const lines = Number(process.env['LINES'] ?? 10_000)
const rounds = Number(process.env['ROUNDS'] ?? 200)

const document = largeEstimate(lines)
const text = JSON.stringify(worksheetForm(document, new Map(), []))
const ids = document.nodes.flatMap(({ id, kind }) => (kind === 'line' ? [id] : []))
console.log(
  `${lines} lines, ${(text.length / 1e6).toFixed(1)} MB of JSON, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`,
)
const begun = performance.now()
const sheet = new EstimateWorksheet(JSON.parse(text))
console.log(`read and rolled up, once: ${(performance.now() - begun).toFixed(0)} ms`)
const times = Array.from({ length: rounds }, (_, round) => {
  const id = must(ids[(round * 7919) % ids.length])
  const started = performance.now()
  JSON.stringify(sheet.show({ [id]: { quantity: `${round}.25` } }))
  return performance.now() - started
}).toSorted((a, b) => a - b)
const at = (share: number): string => must(times[Math.floor(share * (times.length - 1))]).toFixed(2)
console.log(`a key press: median ${at(0.5)} ms, 95 % ${at(0.95)} ms`)
