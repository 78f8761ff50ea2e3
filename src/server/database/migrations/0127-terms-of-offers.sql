-- Which terms stand on an offer as it was made, so that a decision on it says what was read. Nothing for offers from before.
alter table app.offers add column terms_sha256 bytea check (octet_length(terms_sha256) = 32);
