import { invalid } from '#base/app-error.ts'
import { canonicalJson } from '#base/json.ts'
import { saying } from '#base/saying.ts'
import { moreThanAll } from '#estimating/find-issues.ts'
import { plainText } from '#estimating/fixed.ts'
import type { RecordChange } from '../formulas/affected-records.ts'
import { causeOf } from '../formulas/cause-of.ts'
import { linkedIds } from '../formulas/lock-inputs.ts'
import { isAsItWas, isCopied } from '../records/as-it-was.ts'
import type { RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
import type { StandardRule } from '../standard-models/standard-rule.ts'
import { editedLines } from './edited-lines.ts'
import { furtherGroups } from './further-groups.ts'
import { keepVersions } from './keep-version.ts'
import { textOf } from './read-value.ts'
import { requireActiveGroups } from './require-active-groups.ts'
import { modelNamed } from './stored-version.ts'

/**
 * The further cost groups of a line are at most all of it (100 %) in one set; its own group takes what they leave. With them
 * changes what the line lacks, and what is reckoned on cost groups: its version is worked out.
 */
export const sharesRule: StandardRule = async (context, model, changes) => {
  const placed = changes.filter(isPlaced)
  if (!isAsItWas(context)) await requireActiveGroups(context, placed)
  if (!isCopied(context)) await refuseMoreThanAll(context, placed)
  const lines = linkedIds(
    placed.flatMap(({ before, after }) => [before, after]),
    'line',
  )
  const rows = await loadObjects(context, modelNamed(context, 'estimate_lines'), [...lines])
  const versions = new Set(rows.flatMap(({ attributes }) => textOf(attributes, 'version') ?? []))
  if (versions.size === 0 || !context.workspace.models.has('estimate_markups')) return []
  return keepVersions(context, versions, causeOf(model, changes), { edited: editedLines(model.key, placed) })
}

/** Whether it says anything of where a line belongs that was not said before: notes do not. */
const isPlaced = ({ before, after }: RecordChange): boolean =>
  ['line', 'cost_group', 'share'].some(
    (key) => canonicalJson(before?.[key] ?? null) !== canonicalJson(after?.[key] ?? null),
  )

async function refuseMoreThanAll(context: RecordContext, changes: readonly RecordChange[]): Promise<void> {
  const lines = linkedIds(
    changes.map(({ after }) => after),
    'line',
  )
  // Whoever writes them holds the version of their line, so that two do not pass each other (`guard-content.ts`).
  for (const parts of (await furtherGroups(context, [...lines])).values()) {
    const sum = moreThanAll(parts)
    if (sum !== null)
      throw invalid([
        {
          path: 'attributes.share',
          code: 'shares',
          ...saying(
            'The shares of the line in this set of cost groups would add up to {{sum}} %, which is more than all of it.',
            { sum: { decimal: plainText(sum) } },
          ),
        },
      ])
  }
}
