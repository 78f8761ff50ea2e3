import { groupBy } from '#base/group-by.ts'
import { isTemplate } from '../estimates/is-template.ts'
import { rowsOf } from '../estimates/stored-version.ts'
import { textOf } from '../estimates/read-value.ts'
import type { RecordContext } from '../records/record-context.ts'
import { agreedStatuses } from './agreed-lines.ts'

/**
 * In which currency each of these projects is reckoned, by their ids: that of what was agreed, before that of its
 * estimates. A project without any, or with several, is left out. Two questions, however many projects.
 */
export async function projectCurrencies(
  context: RecordContext,
  projects: readonly string[],
): Promise<Map<string, string>> {
  if (projects.length === 0) return new Map()
  const all = await rowsOf(context, 'estimates', 'project', projects)
  const estimates = all.filter((estimate) => !isTemplate(estimate))
  const versions = await rowsOf(
    context,
    'estimate_versions',
    'estimate',
    estimates.map(({ id }) => id),
  )
  const projectOf = new Map(estimates.map(({ id, attributes }) => [id, textOf(attributes, 'project') ?? '']))
  const byProject = groupBy(
    versions,
    ({ attributes }) => projectOf.get(textOf(attributes, 'estimate') ?? '') ?? '',
  )
  return new Map(
    [...byProject].flatMap(([project, own]) => {
      const agreed = own.filter(({ attributes }) => agreedStatuses.includes(attributes.status))
      const [currency, second] = new Set(
        (agreed.length > 0 ? agreed : own).map(({ attributes }) => textOf(attributes, 'currency')),
      )
      return currency && second === undefined ? [[project, currency] as const] : []
    }),
  )
}
