import type { ComponentView, LazyComponentView } from '#engine/registry/component-registry.ts'
import { lazyView } from '#engine/registry/lazy-view.tsx'
import type { ComponentType } from './definitions.ts'

/** The view of every component, each in a chunk of its own. One too few or too many does not compile. */
export const componentViews = {
  page: lazyView(async () => (await import('./page/page.tsx')).Page),
  stack: lazyView(async () => (await import('./stack/stack.tsx')).Stack),
  columns: lazyView(async () => (await import('./columns/columns.tsx')).Columns),
  tabs: lazyView(async () => (await import('./tabs/tabs.tsx')).Tabs),
  card: lazyView(async () => (await import('./card/card.tsx')).Card),
  toolbar: lazyView(async () => (await import('./toolbar/toolbar.tsx')).Toolbar),
  heading: lazyView(async () => (await import('./heading/heading.tsx')).Heading),
  text: lazyView(async () => (await import('./text/text.tsx')).Text),
  markdown: lazyView(async () => (await import('./markdown/markdown.tsx')).Markdown),
  badge: lazyView(async () => (await import('./badge/badge.tsx')).Badge),
  notice: lazyView(async () => (await import('./notice/notice.tsx')).Notice),
  'empty-state': lazyView(async () => (await import('./empty-state/empty-state.tsx')).EmptyState),
  'data-grid': lazyView(async () => (await import('./data-grid/data-grid.tsx')).DataGrid),
  kanban: lazyView(async () => (await import('./kanban/kanban.tsx')).Kanban),
  'record-calendar': lazyView(
    async () => (await import('./record-calendar/record-calendar.tsx')).RecordCalendar,
  ),
  'record-gallery': lazyView(async () => (await import('./record-gallery/record-gallery.tsx')).RecordGallery),
  'pivot-table': lazyView(async () => (await import('./pivot-table/pivot-table.tsx')).PivotTable),
  record: lazyView(async () => (await import('./record/record.tsx')).Record),
  repeat: lazyView(async () => (await import('./repeat/repeat.tsx')).Repeat),
  'detail-list': lazyView(async () => (await import('./detail-list/detail-list.tsx')).DetailList),
  'related-records': lazyView(
    async () => (await import('./related-records/related-records.tsx')).RelatedRecords,
  ),
  tree: lazyView(async () => (await import('./tree/tree.tsx')).Tree),
  stat: lazyView(async () => (await import('./stat/stat.tsx')).Stat),
  progress: lazyView(async () => (await import('./progress/progress.tsx')).Progress),
  chart: lazyView(async () => (await import('./chart/chart.tsx')).Chart),
  timeline: lazyView(async () => (await import('./timeline/timeline.tsx')).Timeline),
  bin: lazyView(async () => (await import('./bin/bin.tsx')).Bin),
  form: lazyView(async () => (await import('./form/form.tsx')).Form),
  'search-box': lazyView(async () => (await import('./search-box/search-box.tsx')).SearchBox),
  'filter-bar': lazyView(async () => (await import('./filter-bar/filter-bar.tsx')).FilterBar),
  choice: lazyView(async () => (await import('./choice/choice.tsx')).Choice),
  'as-of': lazyView(async () => (await import('./as-of/as-of.tsx')).AsOf),
  'field-order': lazyView(async () => (await import('./field-order/field-order.tsx')).FieldOrder),
  button: lazyView(async () => (await import('./button/button.tsx')).Button),
  link: lazyView(async () => (await import('./link/link.tsx')).Link),
  'link-grid': lazyView(async () => (await import('./link-grid/link-grid.tsx')).LinkGrid),
  image: lazyView(async () => (await import('./image/image.tsx')).Image),
  'file-list': lazyView(async () => (await import('./file-list/file-list.tsx')).FileList),
  'schema-designer': lazyView(
    async () => (await import('./schema-designer/schema-designer.tsx')).SchemaDesigner,
  ),
  'permission-matrix': lazyView(
    async () => (await import('./permission-matrix/permission-matrix.tsx')).PermissionMatrix,
  ),
  'grant-matrix': lazyView(async () => (await import('./grant-matrix/grant-matrix.tsx')).GrantMatrix),
  'access-check': lazyView(async () => (await import('./access-check/access-check.tsx')).AccessCheck),
  'api-explorer': lazyView(async () => (await import('./api-explorer/api-explorer.tsx')).ApiExplorer),
  secret: lazyView(async () => (await import('./secret/secret.tsx')).Secret),
  'transfer-list': lazyView(async () => (await import('./transfer-list/transfer-list.tsx')).TransferList),
  'import-wizard': lazyView(async () => (await import('./import-wizard/import-wizard.tsx')).ImportWizard),
  'quick-setup-wizard': lazyView(
    async () => (await import('./quick-setup-wizard/quick-setup-wizard.tsx')).QuickSetupWizard,
  ),
} satisfies Record<ComponentType, ComponentView<never> | LazyComponentView<never>>
