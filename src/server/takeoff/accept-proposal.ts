import { must } from '#base/assert.ts'
import { insertRead } from '../bim/insert-read.ts'
import { textOf } from '../estimates/read-value.ts'
import { removeNodes } from '../estimates/remove-nodes.ts'
import { modelNamed, type StoredRow } from '../estimates/stored-version.ts'
import { createObjects } from '../records/create-objects.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'
import { updateObjects } from '../records/update-objects.ts'
import { lineValues, type Proposal } from './build-proposal.ts'
import type { RunGroup } from './run-groups.ts'

/** Writes what a proposal says into its version, with this person's rights, and notes which line holds what. */
export async function acceptProposal(context: RecordContext, run: string, proposal: Proposal): Promise<void> {
  const { changed, same, removed } = proposal
  await removeNodes(
    context,
    removed.map(({ id }) => id),
  )
  if (changed.length > 0)
    await updateObjects(
      context,
      modelFor(context, 'estimate_lines', 'update'),
      changed.map(({ line, quantity }) => ({ id: line.id, values: { quantity } })),
      { path: '' },
    )
  const made = await addLines(context, proposal)
  const held = [...changed, ...same].flatMap(({ line, groups }) => groups.map((group) => ({ line, group })))
  await link(context, run, proposal, [
    ...held.map(({ line, group }) => ({
      line: line.id,
      lineage: textOf(line.attributes, 'lineage') ?? line.id,
      group,
    })),
    ...made,
  ])
}

interface Made {
  line: string
  lineage: string
  group: RunGroup
}

async function addLines(context: RecordContext, { stored, priced }: Proposal): Promise<Made[]> {
  if (priced.length === 0) return []
  const lines = modelFor(context, 'estimate_lines', 'create')
  const version = stored.version.id
  const sections = new Sections(context, stored.lines, version)
  const drafts = []
  for (const { group, line } of priced) {
    const parent = await sections.find(group.sections)
    drafts.push({ values: { ...lineValues(group), ...line, version, parent, kind: 'line' } })
  }
  const { ids } = await createObjects(context, lines, drafts, { path: '' })
  return priced.map(({ group }, at) => {
    const id = must(ids.get(at))
    return { line: id, lineage: id, group }
  })
}

/** The sections of a version by their titles; those that are missing are made. */
class Sections {
  private readonly context: RecordContext
  private readonly version: string
  private readonly known = new Map<string, string>()

  constructor(context: RecordContext, lines: readonly StoredRow[], version: string) {
    this.context = context
    this.version = version
    for (const { id, attributes } of lines)
      if (attributes.kind === 'section') {
        const key = keyOf(textOf(attributes, 'parent'), textOf(attributes, 'title') ?? '')
        if (!this.known.has(key)) this.known.set(key, id)
      }
  }

  /** The section at the end of a path of titles; null for none. */
  async find(titles: readonly string[]): Promise<string | null> {
    let parent: string | null = null
    for (const title of titles) {
      const key: string = keyOf(parent, title)
      parent = this.known.get(key) ?? (await this.make(parent, title))
      this.known.set(key, parent)
    }
    return parent
  }

  private async make(parent: string | null, title: string): Promise<string> {
    const model = modelFor(this.context, 'estimate_lines', 'create')
    const values = { version: this.version, parent, title, kind: 'section' }
    const { ids } = await createObjects(this.context, model, [{ values }], { path: '' })
    return must(ids.get(0))
  }
}

const keyOf = (parent: string | null, title: string): string => JSON.stringify([parent, title])

async function link(
  context: RecordContext,
  run: string,
  { ruleSet, stored }: Proposal,
  held: readonly Made[],
): Promise<void> {
  const rows = held.map(({ line, lineage, group }) => ({
    line,
    lineage,
    title: group.title,
    estimate: stored.version.attributes.estimate,
    rule_set: ruleSet,
    rule: group.rule,
    group_key: group.key,
    run,
    quantity: group.quantity,
    elements: group.elements,
  }))
  await insertRead(context, modelNamed(context, 'line_links'), rows)
}
