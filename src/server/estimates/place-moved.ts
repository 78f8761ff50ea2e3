import { numberSiblings } from '#estimating/outline-numbers.ts'
import type { EstimateNode } from '#estimating/estimate-document.ts'
import type { Wanted } from './changed-rows.ts'
import { levelsOf, type LoadedNodes } from './loaded-nodes.ts'
import { textOf } from './read-value.ts'
import type { StoredRow } from './stored-version.ts'

/** Where a node stands in the document, as it is kept. */
interface Standing {
  number: string | null
  place: string
  depth: number
}

/**
 * Numbers and places of what stands in sections in which something moved, and of what is inside those that got another number
 * or place, down to where nothing changes.
 */
export async function placeMoved(
  nodes: LoadedNodes,
  sections: Iterable<string | null>,
  want: (id: string, values: Wanted) => void,
): Promise<void> {
  const { levels, enter } = levelsOf(nodes, sections)
  const moved = new Map<string, Standing>()
  // From the top down: what a section is called comes before what is inside it. Each level adds to the next one.
  for (let depth = 1; depth < levels.length; depth++) {
    const level = levels[depth] ?? new Set()
    await nodes.open(level)
    for (const section of level) {
      const above =
        section === null ? null : (moved.get(section) ?? standingOf(nodes.row(section).attributes))
      const siblings = nodes.inside(section)
      const numbers = new Map<string, string>()
      numberSiblings(siblings.map(numberedOf), above ? `${above.number}.` : '', numbers)
      for (const { id, attributes } of siblings) {
        const sort = textOf(attributes, 'sort') ?? ''
        const standing = {
          number: numbers.get(id) ?? null,
          place: above ? `${above.place} ${sort}` : sort,
          depth,
        }
        if (isSame(standing, standingOf(attributes))) continue
        want(id, { ...standing })
        moved.set(id, standing)
        if (textOf(attributes, 'kind') === 'section') enter(id)
      }
    }
  }
}

const numberedOf = ({ id, attributes }: StoredRow) => ({
  id,
  kind: (textOf(attributes, 'kind') ?? 'line') as EstimateNode['kind'],
  number: textOf(attributes, 'fixed_number'),
})

const standingOf = (attributes: StoredRow['attributes']): Standing => ({
  number: textOf(attributes, 'number'),
  place: textOf(attributes, 'place') ?? '',
  depth: Number(attributes.depth ?? 0),
})

const isSame = (a: Standing, b: Standing): boolean =>
  a.number === b.number && a.place === b.place && a.depth === b.depth
