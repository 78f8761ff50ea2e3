import { account } from './account/account.definition.ts'
import { accessCheck } from './access-check/access-check.definition.ts'
import { z } from 'zod'
import type { ErrorDetail } from '#base/app-error.ts'
import type { ComponentDefinition, ComponentDescription } from '#contracts/component.ts'
import { isExpression } from '#contracts/expression.ts'
import { asOf } from './as-of/as-of.definition.ts'
import { apiExplorer } from './api-explorer/api-explorer.definition.ts'
import { myRecords } from './my-records/my-records.definition.ts'
import { notificationList } from './notification-list/notification-list.definition.ts'
import { workflowDesigner } from './workflow-designer/workflow-designer.definition.ts'
import { workflowRun } from './workflow-run/workflow-run.definition.ts'
import { workflowStart } from './workflow-start/workflow-start.definition.ts'
import { workspaceAddress } from './workspace-address/workspace-address.definition.ts'
import { serviceAccounts } from './service-accounts/service-accounts.definition.ts'
import { testWorkspace } from './test-workspace/test-workspace.definition.ts'
import { workspaceEnd } from './workspace-end/workspace-end.definition.ts'
import { workspaceBrand } from './workspace-brand/workspace-brand.definition.ts'
import { inviteList } from './invite-list/invite-list.definition.ts'
import { auditCheck } from './audit-check/audit-check.definition.ts'
import { standardUpdates } from './standard-updates/standard-updates.definition.ts'
import { badge } from './badge/badge.definition.ts'
import { bin } from './bin/bin.definition.ts'
import { button } from './button/button.definition.ts'
import { card } from './card/card.definition.ts'
import { chart } from './chart/chart.definition.ts'
import { choice } from './choice/choice.definition.ts'
import { commandAnswer } from './command-answer/command-answer.definition.ts'
import { estimateCalculation } from './estimate-calculation/estimate-calculation.definition.ts'
import { fileCommand } from './file-command/file-command.definition.ts'
import { commandImport } from './command-import/command-import.definition.ts'
import { columns } from './columns/columns.definition.ts'
import { day } from './day/day.definition.ts'
import { dataGrid } from './data-grid/data-grid.definition.ts'
import { dataTable } from './data-table/data-table.definition.ts'
import { diagnostics } from './diagnostics/diagnostics.definition.ts'
import { detailList } from './detail-list/detail-list.definition.ts'
import { emptyState } from './empty-state/empty-state.definition.ts'
import { fieldOrder } from './field-order/field-order.definition.ts'
import { fileList } from './file-list/file-list.definition.ts'
import { filterBar } from './filter-bar/filter-bar.definition.ts'
import { form } from './form/form.definition.ts'
import { grantMatrix } from './grant-matrix/grant-matrix.definition.ts'
import { heading } from './heading/heading.definition.ts'
import { image } from './image/image.definition.ts'
import { importWizard } from './import-wizard/import-wizard.definition.ts'
import { jsonForm } from './json-form/json-form.definition.ts'
import { kanban } from './kanban/kanban.definition.ts'
import { link } from './link/link.definition.ts'
import { linkGrid } from './link-grid/link-grid.definition.ts'
import { markdown } from './markdown/markdown.definition.ts'
import { modelViewer } from './model-viewer/model-viewer.definition.ts'
import { recordLanes } from './record-lanes/record-lanes.definition.ts'
import { valueChart } from './value-chart/value-chart.definition.ts'
import { valueForm } from './value-form/value-form.definition.ts'
import { valueChanges } from './value-changes/value-changes.definition.ts'
import { valueTable } from './value-table/value-table.definition.ts'
import { modelTiles } from './model-tiles/model-tiles.definition.ts'
import { needsModels } from './needs-models/needs-models.definition.ts'
import { notice } from './notice/notice.definition.ts'
import { optionList } from './option-list/option-list.definition.ts'
import { page } from './page/page.definition.ts'
import { pasteRows } from './paste-rows/paste-rows.definition.ts'
import { permissionMatrix } from './permission-matrix/permission-matrix.definition.ts'
import { personRecord } from './person-record/person-record.definition.ts'
import { pivotTable } from './pivot-table/pivot-table.definition.ts'
import { presence } from './presence/presence.definition.ts'
import { progress } from './progress/progress.definition.ts'
import { quickSetupWizard } from './quick-setup-wizard/quick-setup-wizard.definition.ts'
import { record } from './record/record.definition.ts'
import { recordCalendar } from './record-calendar/record-calendar.definition.ts'
import { recordGallery } from './record-gallery/record-gallery.definition.ts'
import { relatedRecords } from './related-records/related-records.definition.ts'
import { repeat } from './repeat/repeat.definition.ts'
import { schemaDesigner } from './schema-designer/schema-designer.definition.ts'
import { screenPart } from './screen-part/screen-part.definition.ts'
import { searchBox } from './search-box/search-box.definition.ts'
import { secret } from './secret/secret.definition.ts'
import { shareLinks } from './share-links/share-links.definition.ts'
import { stack } from './stack/stack.definition.ts'
import { stat } from './stat/stat.definition.ts'
import { tabs } from './tabs/tabs.definition.ts'
import { text } from './text/text.definition.ts'
import { timeline } from './timeline/timeline.definition.ts'
import { toolbar } from './toolbar/toolbar.definition.ts'
import { scheduleList } from './schedule-list/schedule-list.definition.ts'
import { transferList } from './transfer-list/transfer-list.definition.ts'
import { tree } from './tree/tree.definition.ts'

/** Everything a layout can name, in the order the palette shows it. Each type occurs once. */
export const componentDefinitions = [
  page,
  stack,
  screenPart,
  columns,
  tabs,
  card,
  toolbar,
  heading,
  text,
  markdown,
  badge,
  needsModels,
  notice,
  emptyState,
  dataGrid,
  dataTable,
  kanban,
  recordCalendar,
  recordGallery,
  pivotTable,
  repeat,
  record,
  detailList,
  diagnostics,
  relatedRecords,
  tree,
  modelViewer,
  modelTiles,
  stat,
  progress,
  chart,
  timeline,
  recordLanes,
  valueTable,
  valueChanges,
  valueChart,
  commandAnswer,
  estimateCalculation,
  presence,
  bin,
  form,
  searchBox,
  filterBar,
  choice,
  day,
  optionList,
  shareLinks,
  valueForm,
  pasteRows,
  jsonForm,
  asOf,
  button,
  link,
  linkGrid,
  image,
  fileList,
  schemaDesigner,
  fieldOrder,
  permissionMatrix,
  grantMatrix,
  accessCheck,
  personRecord,
  auditCheck,
  standardUpdates,
  inviteList,
  workspaceAddress,
  workspaceBrand,
  workspaceEnd,
  testWorkspace,
  serviceAccounts,
  secret,
  account,
  apiExplorer,
  importWizard,
  commandImport,
  fileCommand,
  transferList,
  scheduleList,
  quickSetupWizard,
  myRecords,
  notificationList,
  workflowDesigner,
  workflowRun,
  workflowStart,
] as const

export type ComponentType = (typeof componentDefinitions)[number]['type']

const byType = new Map<string, ComponentDefinition>(
  componentDefinitions.map((definition) => [definition.type, definition]),
)

/** The definition of a type, or nothing. */
export const definitionOf = (type: string): ComponentDefinition | undefined => byType.get(type)

/** Whether a component cannot be drawn without a prop. */
export function isRequiredProp(type: string, prop: string): boolean {
  const schema = byType.get(type)?.props.shape[prop]
  return schema !== undefined && !schema.safeParse(undefined).success
}

/** A definition as the API sends it. The schema describes what may be written (defaults are optional). */
export const describeComponent = ({
  props,
  migrations: _migrations,
  sample: _sample,
  ...rest
}: ComponentDefinition): ComponentDescription => ({
  ...rest,
  props: z.toJSONSchema(props, { io: 'input' }),
})

/**
 * What is wrong with props as a layout writes them. Wherever a value may stand an expression may stand too, so an
 * issue at or below an expression is none: what it will answer is known only on the screen.
 */
export function checkProps(definition: ComponentDefinition, props: Record<string, unknown>): ErrorDetail[] {
  const result = definition.props.safeParse(props)
  if (result.success) return []
  return result.error.issues
    .filter((issue) => stands(issue, props))
    .map((issue) => ({ path: issue.path.join('.'), code: issue.code, message: issue.message }))
}

function stands(issue: z.core.$ZodIssue, root: unknown): boolean {
  let value = root
  for (const key of issue.path) {
    if (isExpression(value)) return false
    value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  }
  if (isExpression(value)) return false
  // A union fails only where each branch has an issue that stands.
  return issue.code === 'invalid_union' && issue.errors.length > 0
    ? issue.errors.every((branch) => branch.some((inner) => stands(inner, value)))
    : true
}
