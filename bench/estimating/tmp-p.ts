import { rollUpEstimate } from '../../src/estimating/roll-up-estimate.ts'
import { largeEstimate } from './large-estimate.ts'
const d = largeEstimate(10000)
const t: number[] = []
for (let i=0;i<40;i++) { const s=performance.now(); rollUpEstimate(d); t.push(performance.now()-s) }
console.log(t.map(x=>x.toFixed(0)).join(' '))
