import type { JsonObject } from '#base/json.ts'

/** What BCF files can be written as. */
export const bcfVersions = ['2.1', '3.0'] as const
export type BcfVersion = (typeof bcfVersions)[number]

/** What a topic is where nothing is said. */
export const usualType = 'Issue'

/** Most that is read of the pictures of one file, and written into one, bytes; most of one picture. */
export const mostPictureBytes = 50_000_000
export const largestPicture = 5_000_000

/** One topic of a BCF file with its first viewpoint. */
export interface BcfTopic {
  /** A UUID. */
  guid: string
  title: string
  /** As the file says them: Issue, Clash …; Open, Closed …; Major … */
  type: string | null
  status: string
  priority: string | null
  index: number | null
  labels: string[]
  author: string
  createdAt: string
  modifiedAt: string | null
  /** A day. */
  dueOn: string | null
  assignedTo: string | null
  description: string | null
  comments: BcfComment[]
  /** As a view is kept with the record: camera, section and elements. */
  view: JsonObject | null
  snapshot: BcfPicture | null
}

export interface BcfComment {
  /** A UUID. */
  guid: string
  author: string
  writtenAt: string
  text: string
  /** It is about the first viewpoint. */
  onView: boolean
}

export interface BcfPicture {
  bytes: Uint8Array
  ending: 'png' | 'jpg'
}
