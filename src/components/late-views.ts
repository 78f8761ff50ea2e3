// Behind one door, so that what only few screens draw weighs as little as one view on the first load.

export const accessCheck = async () => (await import('./access-check/access-check.tsx')).AccessCheck
export const account = async () => (await import('./account/account.tsx')).Account
export const apiExplorer = async () => (await import('./api-explorer/api-explorer.tsx')).ApiExplorer
export const asOf = async () => (await import('./as-of/as-of.tsx')).AsOf
export const valueChanges = async () => (await import('./value-changes/value-changes.tsx')).ValueChanges
export const auditCheck = async () => (await import('./audit-check/audit-check.tsx')).AuditCheck
export const badge = async () => (await import('./badge/badge.tsx')).Badge
export const bin = async () => (await import('./bin/bin.tsx')).Bin
export const chart = async () => (await import('./chart/chart.tsx')).Chart
export const choice = async () => (await import('./choice/choice.tsx')).Choice
export const commandAnswer = async () => (await import('./command-answer/command-answer.tsx')).CommandAnswer
export const commandImport = async () => (await import('./command-import/command-import.tsx')).CommandImport
export const dataTable = async () => (await import('./data-table/data-table.tsx')).DataTable
export const day = async () => (await import('./day/day.tsx')).Day
export const diagnostics = async () => (await import('./diagnostics/diagnostics.tsx')).Diagnostics
export const estimateCalculation = async () =>
  (await import('./estimate-calculation/estimate-calculation.tsx')).EstimateCalculation
export const fieldOrder = async () => (await import('./field-order/field-order.tsx')).FieldOrder
export const fileCommand = async () => (await import('./file-command/file-command.tsx')).FileCommand
export const fileList = async () => (await import('./file-list/file-list.tsx')).FileList
export const grantMatrix = async () => (await import('./grant-matrix/grant-matrix.tsx')).GrantMatrix
export const image = async () => (await import('./image/image.tsx')).Image
export const importWizard = async () => (await import('./import-wizard/import-wizard.tsx')).ImportWizard
export const inviteList = async () => (await import('./invite-list/invite-list.tsx')).InviteList
export const jsonForm = async () => (await import('./json-form/json-form.tsx')).JsonForm
export const kanban = async () => (await import('./kanban/kanban.tsx')).Kanban
export const linkGrid = async () => (await import('./link-grid/link-grid.tsx')).LinkGrid
export const markdown = async () => (await import('./markdown/markdown.tsx')).Markdown
export const modelTiles = async () => (await import('./model-tiles/model-tiles.tsx')).ModelTiles
export const modelViewer = async () => (await import('./model-viewer/model-viewer.tsx')).ModelViewer
export const myRecords = async () => (await import('./my-records/my-records.tsx')).MyRecords
export const needsModels = async () => (await import('./needs-models/needs-models.tsx')).NeedsModels
export const notificationList = async () =>
  (await import('./notification-list/notification-list.tsx')).NotificationList
export const optionList = async () => (await import('./option-list/option-list.tsx')).OptionList
export const pasteRows = async () => (await import('./paste-rows/paste-rows.tsx')).PasteRows
export const permissionMatrix = async () =>
  (await import('./permission-matrix/permission-matrix.tsx')).PermissionMatrix
export const personRecord = async () => (await import('./person-record/person-record.tsx')).PersonRecord
export const pivotTable = async () => (await import('./pivot-table/pivot-table.tsx')).PivotTable
export const progress = async () => (await import('./progress/progress.tsx')).Progress
export const quickSetupWizard = async () =>
  (await import('./quick-setup-wizard/quick-setup-wizard.tsx')).QuickSetupWizard
export const record = async () => (await import('./record/record.tsx')).Record
export const recordCalendar = async () =>
  (await import('./record-calendar/record-calendar.tsx')).RecordCalendar
export const recordGallery = async () => (await import('./record-gallery/record-gallery.tsx')).RecordGallery
export const recordLanes = async () => (await import('./record-lanes/record-lanes.tsx')).RecordLanes
export const repeat = async () => (await import('./repeat/repeat.tsx')).Repeat
export const scheduleList = async () => (await import('./schedule-list/schedule-list.tsx')).ScheduleList
export const schemaDesigner = async () =>
  (await import('./schema-designer/schema-designer.tsx')).SchemaDesigner
export const screenPart = async () => (await import('./screen-part/screen-part.tsx')).ScreenPart
export const secret = async () => (await import('./secret/secret.tsx')).Secret
export const serviceAccounts = async () =>
  (await import('./service-accounts/service-accounts.tsx')).ServiceAccounts
export const shareLinks = async () => (await import('./share-links/share-links.tsx')).ShareLinks
export const standardUpdates = async () =>
  (await import('./standard-updates/standard-updates.tsx')).StandardUpdates
export const testWorkspace = async () => (await import('./test-workspace/test-workspace.tsx')).TestWorkspace
export const timeline = async () => (await import('./timeline/timeline.tsx')).Timeline
export const transferList = async () => (await import('./transfer-list/transfer-list.tsx')).TransferList
export const tree = async () => (await import('./tree/tree.tsx')).Tree
export const valueChart = async () => (await import('./value-chart/value-chart.tsx')).ValueChart
export const valueForm = async () => (await import('./value-form/value-form.tsx')).ValueForm
export const valueTable = async () => (await import('./value-table/value-table.tsx')).ValueTable
export const workflowDesigner = async () =>
  (await import('./workflow-designer/workflow-designer.tsx')).WorkflowDesigner
export const workflowRun = async () => (await import('./workflow-run/workflow-run.tsx')).WorkflowRun
export const workflowStart = async () => (await import('./workflow-start/workflow-start.tsx')).WorkflowStart
export const workspaceAddress = async () =>
  (await import('./workspace-address/workspace-address.tsx')).WorkspaceAddress
export const workspaceBrand = async () =>
  (await import('./workspace-brand/workspace-brand.tsx')).WorkspaceBrand
export const workspaceEnd = async () => (await import('./workspace-end/workspace-end.tsx')).WorkspaceEnd
