import { must } from '#base/assert.ts'
import type { Caller } from '../database/in-tenant.ts'
import { withRecords } from '../records/open-records.ts'
import type { Services } from '../services.ts'
import type { DemoPlaces } from './demo-site.ts'
import type { DemoSite } from './demo-site-file.ts'
import { create, linesOf } from './demo-writer.ts'

/** Where the lines of an accepted version belong: each to its work package, and in equal parts to the places of its section. */
export async function writeDemoNodeLines(
  services: Services,
  owner: Caller,
  { shell }: DemoSite,
  { nodes }: DemoPlaces,
  version: string,
): Promise<void> {
  const nodeOf = (code: string): string => must(nodes.get(code), `${code} is a node`)
  await withRecords({ caller: owner, services }, async (context) => {
    const known = await linesOf(context, version)
    const links = shell.sections.flatMap(({ work, places, lines }) =>
      lines.flatMap((line) => {
        const { id } = must(known.get(line.title), `${line.title} is a line`)
        const parts = shares(places.length)
        return [
          { node: nodeOf(line.work ?? work), line: id, share: '100' },
          ...places.map((code, at) => ({ node: nodeOf(code), line: id, share: must(parts[at]) })),
        ]
      }),
    )
    await create(context, 'node_lines', links)
  })
}

/** A hundred in equal parts without fractions; the first one takes what is left. */
const shares = (count: number): string[] => {
  const each = Math.floor(100 / count)
  return Array.from({ length: count }, (_, at) => String(at === 0 ? 100 - each * (count - 1) : each))
}
