import { createHash } from 'node:crypto'
import type { IfcElementFacts } from '../read-ifc/ifc-facts.ts'
import type { ElementShape } from './revision-element.ts'

/** What of an element is kept to compare it with the next version of its model. */
export interface Fingerprint {
  shape: ElementShape | null
  quantities: string
  properties: string
}

// A tenth of a millimetre: less is noise of the export.
const rounded = (value: number): number => Math.round(value * 1e4) / 1e4
const short = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16)

/** The fingerprint of an element as it was read. Declared quantities count to six places. */
export function fingerprintOf({ mesh, quantities, psets }: IfcElementFacts): Fingerprint {
  const declared = quantities
    .filter(({ source }) => source === 'qto')
    .map(({ set, name, si }) => [set ?? '', name, Number(si).toFixed(6)].join('\n'))
    .toSorted()
  return {
    shape: mesh && {
      box: mesh.box.map(rounded),
      middle: mesh.middle.map(rounded),
      area: rounded(mesh.area),
    },
    quantities: short(JSON.stringify(declared)),
    properties: short(psets.text),
  }
}
