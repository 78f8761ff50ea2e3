/** An S3-compatible service that keeps the files. */
export interface S3Settings {
  /** Null: Amazon's own, by region. */
  endpoint: string | null
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** `https://host/bucket` instead of `https://bucket.host`; most services besides Amazon's want it. */
  pathStyle: boolean
}
