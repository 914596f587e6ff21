/** Tomcat's type of users, for applications that use it. */
package org.apache.catalina;
