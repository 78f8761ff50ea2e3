import type { JsonObject } from '#base/json.ts'

/** What BCF files can be written as. */
export const bcfVersions = ['2.1', '3.0'] as const
export type BcfVersion = (typeof bcfVersions)[number]

/** One topic of a BCF file with its first viewpoint. */
export interface BcfTopic {
  /** A UUID. */
  guid: string
  title: string
  description: string | null
  /** As the file says it: Open, Closed … */
  status: string
  author: string
  createdAt: string
  /** As a view is kept with the record: camera, section and elements. */
  view: JsonObject | null
}
