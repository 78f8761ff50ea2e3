import { z } from 'zod'
import { keySchema } from './field.ts'
import type { FieldType } from './field-types.ts'

/** What a link to a record shows, and until when; thirty days unless told, a year at most. */
export const shareWriteSchema = z.strictObject({
  fields: z.array(keySchema).min(1).max(200),
  expires_at: z.iso.datetime({ offset: true }).optional(),
  /** Whoever has the link must know it too; 72 bytes at most, as everywhere. */
  password: z
    .string()
    .min(1)
    .max(72)
    .refine((text) => new TextEncoder().encode(text).length <= 72, 'A password has 72 bytes at most.')
    .optional(),
})
export type ShareWrite = z.infer<typeof shareWriteSchema>

/** What a field is called; `ours`: the product named it, and the reader's language may have a word for it. */
export interface FieldName {
  key: string
  label: string
  ours: boolean
}

/** A link that was handed out; the link itself is answered once, when it is made. */
export interface Share {
  id: string
  fields: string[]
  /** What these fields are called, in the same order. */
  shown: FieldName[]
  status: 'open' | 'expired' | 'withdrawn'
  /** It asks for a password. */
  locked: boolean
  expires_at: string
  created_at: string
  created_by: string
  /** How often it was looked at, and when the last time. */
  views: number
  viewed_at: string | null
}

/** One look at what a link shows; nothing says whose. */
export interface ShareView {
  viewed_at: string
  way: 'page' | 'api'
}

/** What a link would show, before there is one. No field: nothing yet. */
export const sharePreviewSchema = z.strictObject({ fields: z.array(keySchema).max(200) })
export type SharePreviewWish = z.infer<typeof sharePreviewSchema>

export interface SharePreview {
  /** The fields a link to this record may show: its own first, what the system notes of every record last. */
  shareable: FieldName[]
  shown: SharedRecord
}

/** `url` is told this once and kept nowhere: a repetition of the call is answered without it. */
export interface NewShare {
  id: string
  url?: string
  expires_at: string
}

/** What `/p/{token}` shows: nothing but the fields that were chosen for it; files are at `/p/{token}/files/{id}`. */
export interface SharedRecord {
  workspace: string
  model: string
  title: string | null
  fields: SharedField[]
  expires_at: string
}

export interface SharedField {
  key: string
  label: string
  type: FieldType
  value: unknown
  /** What a value is called, where it is one of a list of options. */
  text?: string
  /** What a number is written with: the currency of an amount, the digits it has at least, its unit, the most stars it may have. */
  currency?: string
  scale?: number
  unit?: string
  most?: number
}

interface SharedFile {
  id: string
  name: string
  type: string
  size: number
}

/** The files and pictures a field of a link shows. */
export const filesOf = ({ type, value }: Pick<SharedField, 'type' | 'value'>): SharedFile[] =>
  (type === 'file' || type === 'image') && Array.isArray(value) ? (value as SharedFile[]) : []
