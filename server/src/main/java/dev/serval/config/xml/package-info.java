/**
 * An XML file as a tree with positions, and problems at positions. Uses the JDK's parser;
 * independent of the meaning of elements and attributes. Start reading at {@link
 * dev.serval.config.xml.XmlFile}; descriptors of applications, which may have a DOCTYPE, come
 * through {@link dev.serval.config.xml.DescriptorXml}.
 */
package dev.serval.config.xml;
