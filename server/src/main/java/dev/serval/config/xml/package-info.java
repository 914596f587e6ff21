/**
 * An XML file as a tree that knows its positions, and what is wrong at one of them. Knows the JDK's
 * parser; nothing of what elements and attributes mean. Start reading at {@link
 * dev.serval.config.xml.XmlFile}; descriptors of applications, which may have a DOCTYPE, come
 * through {@link dev.serval.config.xml.DescriptorXml}.
 */
package dev.serval.config.xml;
