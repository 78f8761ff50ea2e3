import { invalid } from '#base/app-error.ts'
import type { RecordChange } from '../formulas/affected-records.ts'
import { linkedIds } from '../formulas/lock-inputs.ts'
import type { StandardRule } from '../standard-models/standard-rule.ts'
import { causeOf } from '../formulas/cause-of.ts'
import { editedLines } from './edited-lines.ts'
import { onlyMoved } from './keep-moved-lines.ts'
import { keepVersions } from './keep-version.ts'
import { textOf } from './read-value.ts'

/** After a write of lines or markups their version is worked out. They stay in the version they were made in. */
export const contentRule: StandardRule = async (context, model, changes) => {
  for (const change of changes) requireSameVersion(change)
  const versions = linkedIds(
    changes.flatMap(({ before, after }) => [before, after]),
    'version',
  )
  return keepVersions(context, versions, causeOf(model, changes), {
    edited: editedLines(model.key, changes),
    moved: onlyMoved(model.key, changes) ? changes : null,
  })
}

/** Throws 422 for what would move to another version. */
export function requireSameVersion({ before, after }: RecordChange): void {
  if (before && after && textOf(before, 'version') !== textOf(after, 'version'))
    throw invalid([
      {
        path: 'version',
        code: 'version',
        message: 'It stays in its version. Copy it to have it in another.',
      },
    ])
}
