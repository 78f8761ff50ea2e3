import type { Caller } from '../database/in-tenant.ts'
import { keepFile } from '../files/keep-file.ts'
import { withRecords } from '../records/open-records.ts'
import type { Services } from '../services.ts'
import { dayOf } from './demo-days.ts'
import { readPhoto } from './demo-files.ts'
import type { DemoPlaces } from './demo-site.ts'
import type { DemoSite } from './demo-site-file.ts'
import { create } from './demo-writer.ts'

/** What the customer hears of the project that is being built; one piece waits to be shared. */
export async function writeDemoNews(
  services: Services,
  owner: Caller,
  { news }: DemoSite,
  { project }: DemoPlaces,
  today: Date,
): Promise<void> {
  const told: Record<string, unknown>[] = []
  for (const { day, photos: names, ...rest } of news) {
    const photos: unknown[] = []
    for (const name of names) photos.push(await keepFile(owner, services.files, readPhoto(name)))
    told.push({ project, day: dayOf({ days: day }, today), photos, ...rest })
  }
  await withRecords({ caller: owner, services }, (context) => create(context, 'project_news', told))
}
