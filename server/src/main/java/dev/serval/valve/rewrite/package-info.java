/**
 * The RewriteValve: rules in a file send requests to other targets, redirect or refuse them. A file
 * is compiled once ({@link dev.serval.valve.rewrite.RuleParser}); a {@link
 * dev.serval.valve.rewrite.RewritePass} applies the rules to a request and bounds the cost of
 * expressions. The package reads no configuration files other than its own. Start reading at {@link
 * dev.serval.valve.rewrite.Rewrite}.
 */
package dev.serval.valve.rewrite;
