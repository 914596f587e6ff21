/**
 * Sessions in Redis or Valkey, for several nodes: a store behind {@link
 * dev.serval.session.store.SessionStore}. It is an extension, as it brings a client of that
 * protocol (jedis). It knows neither sessions nor their attributes. Start reading at {@link
 * dev.serval.redis.RedisExtension}, then {@code RedisStore}.
 */
package dev.serval.redis;
